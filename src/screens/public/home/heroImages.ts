import carpentry from './pictures/carpentry.svg?url&no-inline';
import electrical from './pictures/electrical.svg?url&no-inline';
import masonry from './pictures/masonry.svg?url&no-inline';
import plumbing from './pictures/plumbing.svg?url&no-inline';

/** The pictures of the hero, one trade each. The first one is painted before the app is there. */
export const heroImages = [
  { src: plumbing, alt: 'A tap, for plumbers' },
  { src: electrical, alt: 'A light bulb, for electricians' },
  { src: carpentry, alt: 'A saw, for carpenters' },
  { src: masonry, alt: 'Bricks and a trowel, for masons' },
] as const;
