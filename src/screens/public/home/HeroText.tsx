import { useEffect, useRef } from 'react';
import { TypeAnimation } from 'react-type-animation';
import { HERO_TEXT } from '../../../contract/constants.ts';
import { HERO_MESSAGES } from '../../../contract/messages.ts';

/** The rotating text of the hero (spec §4); decorative, as the heading says it to screen readers. */
export function HeroText() {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  // The library loops on after it was unmounted; a step that never ends stops it.
  const gate = () => (isMounted.current ? undefined : new Promise<void>(() => undefined));
  const sequence = HERO_MESSAGES.flatMap((message) => [gate, message, HERO_TEXT.holdMs]);

  return (
    <TypeAnimation
      sequence={sequence}
      speed={HERO_TEXT.speed}
      repeat={Infinity}
      wrapper="span"
      // Its blinking bar is pushed along with every letter: each push counts as a layout shift.
      cursor={false}
    />
  );
}
