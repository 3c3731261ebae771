import { site } from '../../lib/config.ts';
import icon from './icons/icon.svg?url&no-inline';

/** Mark and name of the product. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2">
      <img src={icon} alt="" width="36" height="36" className="size-9" />
      <span
        translate="no"
        className="text-base leading-tight whitespace-nowrap narrow:sr-only min-[22.5rem]:text-lg font-extrabold tracking-tight"
      >
        {site.name}
      </span>
    </span>
  );
}
