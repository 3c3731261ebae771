import { useEffect, useRef } from 'react';
import { TypeAnimation } from 'react-type-animation';
import { HERO_TEXT } from '../../../contract/constants.ts';
import { HERO_MESSAGES } from '../../../contract/messages.ts';

interface HeroTextProps {
  /** Which of the messages is typed first. */
  start: number;
  /** Called with the index of the message that is typed now. */
  onMessage: (index: number) => void;
}

/** The rotating text of the hero (spec §4). Decorative: screen readers read the heading. */
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
      // The library goes on after it is unmounted; a step that never ends stops it.
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
      // The first paint has already shown it.
      preRenderFirstString
      wrapper="span"
      // Every letter moves its blinking bar, and each move counts as a layout shift.
      cursor={false}
    />
  );
}
