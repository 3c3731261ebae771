import { useEffect, useRef } from 'react';
import { TypeAnimation } from 'react-type-animation';
import { HERO_TEXT } from '../../../contract/constants.ts';
import { HERO_MESSAGES } from '../../../contract/messages.ts';

interface HeroTextProps {
  /** Which of the messages is typed first. */
  start: number;
  /** Told which message is being typed. */
  onMessage: (index: number) => void;
}

/** The rotating text of the hero (spec §4); decorative, as the heading says it to screen readers. */
export function HeroText({ start, onMessage }: HeroTextProps) {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const sequence = HERO_MESSAGES.flatMap((_, turn) => {
    const index = (start + turn) % HERO_MESSAGES.length;
    const begin = () => {
      // The library loops on after it was unmounted; a step that never ends stops it.
      if (!isMounted.current) return new Promise<void>(() => undefined);
      return onMessage(index);
    };
    return [begin, HERO_MESSAGES[index] ?? '', HERO_TEXT.holdMs];
  });

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
