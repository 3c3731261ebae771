/** The pictures of the hero, one trade each. The first one is painted before the app is there. */
export const heroImages = [
  { src: '/hero/plumbing.svg', alt: 'A tap, for plumbers' },
  { src: '/hero/electrical.svg', alt: 'A light bulb, for electricians' },
  { src: '/hero/carpentry.svg', alt: 'A saw, for carpenters' },
  { src: '/hero/masonry.svg', alt: 'Bricks and a trowel, for masons' },
] as const;
