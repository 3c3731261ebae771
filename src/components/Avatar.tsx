import { initial } from '../contract/rules.ts';

const colours = [
  'bg-[#0e5245] text-white',
  'bg-[#a83c1b] text-white',
  'bg-[#6b3f87] text-white',
  'bg-[#1d5c93] text-white',
  'bg-[#8a5a00] text-white',
  'bg-[#8c2f52] text-white',
];

/**
 * A person's initial on a colour. The same name always has the same colour. The letter does not grow with the
 * browser's text, as its square does not.
 */
export function Avatar({
  name,
  className = 'size-12 text-[20px]',
}: {
  name: string | null;
  className?: string;
}) {
  let sum = 0;
  for (const character of name ?? '') sum += character.codePointAt(0) ?? 0;
  return (
    <span
      aria-hidden="true"
      translate="no"
      className={`grid shrink-0 place-items-center rounded-2xl leading-none font-bold ${colours[sum % colours.length]} ${className}`}
    >
      {initial(name)}
    </span>
  );
}
