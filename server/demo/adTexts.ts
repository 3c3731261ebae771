/** The ads of the demo town. */
import type { DemoArt } from './art.ts';

interface DemoAd {
  title: string;
  description: string;
  link: string | null;
  /** The picture, or null for an ad without one. */
  art: DemoArt | null;
}

export const DEMO_ADS: readonly DemoAd[] = [
  {
    title: 'Mabati at factory price',
    description:
      'Roofing sheets of every gauge and colour, cut to length and delivered in Juja, Ruiru and Thika within two days.',
    link: 'https://mabati.example.com/offers',
    art: { icon: 'roof', cloth: 'diamonds', colours: ['#7a1f2b', '#f2b33d', '#fff3dc', '#1f3a4d'] },
  },
  {
    title: 'Jua Kali Hardware, Juja town',
    description:
      'Cement, steel, nails, paint and pipes under one roof. Open every day from six. Ask for the fundi discount.',
    link: null,
    art: {
      icon: 'hammer',
      cloth: 'triangles',
      colours: ['#0f5257', '#f28f3b', '#fdf0d5', '#c8553d'],
    },
  },
  {
    title: 'Solar lights from Ksh 2,500',
    description:
      'Light for three rooms and a phone charger, with a two-year guarantee. Pay in four months.',
    link: 'https://jua-power.example.com',
    art: { icon: 'sun', cloth: 'scallops', colours: ['#1d3557', '#ffb703', '#fff8e7', '#e76f51'] },
  },
  {
    title: '20% off all paint this week',
    description: 'Emulsion, gloss and weather guard, mixed in the shop to any colour you bring.',
    link: 'https://rangi.example.com/sale',
    art: { icon: 'roller', cloth: 'waves', colours: ['#4a2545', '#f4a261', '#ffefe0', '#2a9d8f'] },
  },
  {
    title: "Mama Njeri's kitchen",
    description:
      'Lunch for building sites: chapati, beans, ugali and fish, brought hot at one. Order by ten.',
    link: null,
    art: { icon: 'pot', cloth: 'rings', colours: ['#8c2f1b', '#e9c46a', '#fff4e0', '#264653'] },
  },
  {
    title: 'Clean water, 10,000 litres',
    description: 'Borehole water by lorry, same day, anywhere between Githurai and Thika.',
    link: 'http://maji.example.com',
    art: { icon: 'drop', cloth: 'waves', colours: ['#023e58', '#48bfe3', '#eefaff', '#ffb703'] },
  },
  {
    title: 'Boda parcels across Juja',
    description: 'Picked up in ten minutes, delivered in thirty, Ksh 100 within town.',
    link: 'https://boda.example.com/send?from=juja',
    art: {
      icon: 'wheel',
      cloth: 'diamonds',
      colours: ['#14342b', '#bbdf5f', '#f7ffe5', '#ff570a'],
    },
  },
  {
    title: 'Lorry for hire',
    description: 'Canter with a careful driver for moving house, sand or stones. Call any time.',
    link: null,
    art: null,
  },
];
