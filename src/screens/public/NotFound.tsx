import { ButtonLink } from '../../components/Button.tsx';
import { KitengeStrip } from '../../components/Card.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { pathTo } from '../../paths.ts';

/** The page for every unknown address (spec §2). */
export function NotFound() {
  return (
    <div className="mx-auto max-w-xl px-4 pt-10 text-center sm:px-6 sm:pt-16">
      <div className="overflow-hidden rounded-2xl border border-line bg-surface raised">
        <KitengeStrip className="h-3" />
        <div className="space-y-4 px-4 py-10">
          <p aria-hidden="true" className="text-7xl font-black tracking-tight text-brand">
            404
          </p>
          <PageTitle title="Page not found" />
          <p className="text-muted">
            This page is not here. The address may be wrong, or the page is gone.
          </p>
          <div className="flex flex-wrap justify-center gap-3">
            <ButtonLink icon="home" to={pathTo('home')}>
              Back to Home
            </ButtonLink>
            <ButtonLink look="quiet" icon="search" to={pathTo('fundiList')}>
              Find a Fundi
            </ButtonLink>
          </div>
        </div>
      </div>
    </div>
  );
}
