/** Stroke icons on a 24 px grid, drawn for this product. */
const shapes = {
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM16 16l5 5',
  pin: 'M12 21s7-6.2 7-11.5A7 7 0 0 0 5 9.5C5 14.8 12 21 12 21ZM12 12.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  tools:
    'M14.5 6.5a4 4 0 0 1 5-3.9L17 5l2 2 2.4-2.5a4 4 0 0 1-5.4 4.8L7.5 18a2.1 2.1 0 0 1-3-3l8.7-8.5a4 4 0 0 1 1.3 0Z',
  cash: 'M3 6h18v12H3ZM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM6 9v.01M18 15v.01',
  phone:
    'M6 3h4l1.5 5-2 1.5a12 12 0 0 0 5 5l1.5-2 5 1.5v4a2 2 0 0 1-2.2 2A17 17 0 0 1 4 5.2 2 2 0 0 1 6 3Z',
  mail: 'M3 6h18v12H3ZM3.5 7l8.5 6.5L20.5 7',
  whatsapp:
    'M4 20l1.3-4A8 8 0 1 1 8 18.7ZM9 8.2c-.3 3.6 3 6.9 6.6 6.6l.6-1.7-2-1.1-1 .9a5 5 0 0 1-2-2l.9-1-1.1-2Z',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4Z',
  briefcase: 'M4 8h16v11H4ZM9 8V5h6v3M4 13h16',
  megaphone: 'M4 10v4h3l9 4V6L7 10ZM7 14l1 6h3l-1-5M19 9.5a4 4 0 0 1 0 5',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4 21a8 8 0 0 1 16 0',
  users:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20a6.5 6.5 0 0 1 13 0M16 4.3a3.5 3.5 0 0 1 0 6.4M18 14a6.5 6.5 0 0 1 3.5 6',
  list: 'M8 6h12M8 12h12M8 18h12M4 6v.01M4 12v.01M4 18v.01',
  star: 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L3.5 9.7l5.9-.8Z',
  logout: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M19 5l-1.4 1.4M6.4 17.6 5 19',
  moon: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5Z',
  back: 'M19 12H5M11 6l-6 6 6 6',
  next: 'M5 12h14M13 6l6 6-6 6',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  warning: 'M12 4 2.5 20h19ZM12 10v4M12 17v.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5M12 8v.01',
  close: 'M6 6l12 12M18 6 6 18',
  plus: 'M12 5v14M5 12h14',
  edit: 'M4 20l1-4L16 5l3 3L8 19ZM14 7l3 3',
  trash: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13M10 11v5M14 11v5',
  share: 'M12 15V4M8 7.5 12 4l4 3.5M6 11H5v9h14v-9h-1',
  calendar: 'M4 6h16v14H4ZM4 10h16M8 3v4M16 3v4',
  shield: 'M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6ZM8.5 12l2.5 2.5 4.5-5',
  pause: 'M8 5v14M16 5v14',
  play: 'M7 4.5v15l12-7.5Z',
  more: 'M6 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0ZM13 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0ZM20 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0Z',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  eyeOff:
    'M4 4l16 16M10 6c8-2 12 6 12 6a18 18 0 0 1-3 3.6M6.5 7.5A17 17 0 0 0 2 12s4 7 10 7a9 9 0 0 0 4-1',
  image: 'M4 5h16v14H4ZM4 16l5-5 4 4 2-2 5 5M15.5 10a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.5 2',
} as const;

export type IconName = keyof typeof shapes;

/** A decorative icon, hidden from screen readers, as the text beside it says the same. */
export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={shapes[name]} />
    </svg>
  );
}
