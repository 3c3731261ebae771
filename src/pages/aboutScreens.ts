/** What each row of the route table is about: its title is the one that the screen itself draws. */
import type { About, Screen } from '../contract/pages.ts';
import type { Role } from '../contract/schemas.ts';
import { site } from '../lib/config.ts';
import { paths, type PathName } from '../paths.ts';
import { DESCRIPTION } from './description.ts';
import { landings } from '../boot/landings.ts';

/** A second address of the same screen. */
const SAME: Partial<Record<PathName, PathName>> = { loginFundiGuard: 'loginFundi' };

const names = Object.keys(paths) as PathName[];
/** The name of a path of the route table. */
export const nameOf = (path: string) => names.find((each) => paths[each] === path) as PathName;
const patternOf = (path: string) => `^${path.replace(/\/$/, '').replace(/:\w+/g, '([^/]+)')}/?$`;

/** The markup of the screen at an address, as a person with this role sees it. */
export type RenderAs = (pathname: string, role: Role | null) => string;

function titleIn(markup: string): string {
  const [, title = site.name] = /<title>(.*?)<\/title>/.exec(markup) ?? [];
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
  return title.replace(/&([^;]+);/g, (entity, name: string) => entities[name] ?? entity);
}

/** A row of the route table. */
interface Row {
  path: string;
  auth?: Role;
}

/** All screens, in the order of the route table. */
export function aboutScreens(rows: Row[], render: RenderAs): Screen[] {
  return rows.map(({ path, auth }) => {
    const name = nameOf(path);
    const same = SAME[name] ?? name;
    const description = landings[same]?.about;
    // A path with an id is listed only when the server knows what the page shows.
    const isOpen = auth === undefined && description !== undefined && !path.includes(':');
    return {
      name,
      pattern: patternOf(path),
      title: titleIn(render(path.replace(/:\w+/g, '1'), auth ?? null)),
      description: description ?? DESCRIPTION,
      canonical: isOpen ? paths[same] : null,
    };
  });
}

/** What an unknown address is about. */
export function aboutNotFound(render: RenderAs, pathname: string): About {
  return { title: titleIn(render(pathname, null)), description: DESCRIPTION };
}
