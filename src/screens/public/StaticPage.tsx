import type { ReactNode } from 'react';
import { PageTitle } from '../../components/shell/PageTitle.tsx';

/** The layout of the static pages: a heading, an introduction and sections (spec §1). */
export function StaticPage({
  title,
  lead,
  children,
}: {
  title: string;
  lead: ReactNode;
  children: ReactNode;
}) {
  return (
    <article className="mx-auto max-w-3xl px-4 pt-6 sm:px-6 sm:pt-10">
      <PageTitle title={title} />
      <p className="mt-3 text-lg text-muted">{lead}</p>
      <div className="mt-6 space-y-8">{children}</div>
    </article>
  );
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-3">
      <h2 className="text-xl font-bold">{title}</h2>
      {children}
    </section>
  );
}

export function Points({ children }: { children: ReactNode }) {
  return <ul className="list-disc space-y-1.5 pl-5 marker:text-[var(--clay)]">{children}</ul>;
}
