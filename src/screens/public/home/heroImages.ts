import braiding from './pictures/braiding.svg?url&no-inline';
import electrical from './pictures/electrical.svg?url&no-inline';
import plumbing from './pictures/plumbing.svg?url&no-inline';
import roofing from './pictures/roofing.svg?url&no-inline';

/** The pictures of the hero: people at work. The first one is painted before the app is there. */
export const heroImages = [
  { src: plumbing, alt: 'A plumber mends a tap' },
  { src: braiding, alt: 'A hairdresser plaits braids' },
  { src: electrical, alt: 'An electrician changes a bulb' },
  { src: roofing, alt: 'A roofer on a ladder' },
] as const;
