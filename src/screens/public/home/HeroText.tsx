import { useEffect, useRef } from 'react';
import { TypeAnimation } from 'react-type-animation';
import { HERO_TEXT } from '../../../contract/constants.ts';

interface HeroTextProps {
  messages: readonly string[];
  start: number;
  onMessage: (index: number) => void;
}

/** The rotating text of the hero (spec §4). Decorative: screen readers read the heading. */
export function HeroText({ messages, start, onMessage }: HeroTextProps) {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const sequence = messages.flatMap((_, turn) => {
    const index = (start + turn) % messages.length;
    const begin = () => {
      // The library goes on after it is unmounted; a step that never ends stops it.
      if (!isMounted.current) return new Promise<void>(() => undefined);
      return onMessage(index);
    };
    return [begin, messages[index] ?? '', HERO_TEXT.holdMs];
  });

  return (
    <TypeAnimation
      sequence={sequence}
      speed={HERO_TEXT.speed}
      // So a message stands whole most of the time; the specification sets no speed for this.
      omitDeletionAnimation
      repeat={Infinity}
      // The first paint has already shown it.
      preRenderFirstString
      wrapper="span"
      // Every letter moves its blinking bar, and each move counts as a layout shift.
      cursor={false}
    />
  );
}
