import { Link } from 'react-router-dom';
import { AdBanner } from '../../components/AdBanner.tsx';
import { FilterBar } from '../../components/FilterBar.tsx';
import { FUNDI_CARD_REM, FundiCard } from '../../components/FundiCard.tsx';
import { ListResults } from '../../components/ListResults.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { SidebarLayout } from '../../components/SidebarLayout.tsx';
import { TRIAL_DAYS } from '../../contract/constants.ts';
import { STATE } from '../../contract/messages.ts';
import type { Fundi } from '../../contract/schemas.ts';
import { pathTo } from '../../paths.ts';
import { useFundiList } from './useFundiList.ts';

const selects = [
  { key: 'location', label: 'Filter by Location', all: 'All locations' },
  { key: 'skill', label: 'Filter by Skill', all: 'All skills' },
] as const;

const renderFundi = (fundi: Fundi) => <FundiCard fundi={fundi} />;

/** The fundi directory (spec §2). */
export function FundiList() {
  const { status, list, retry } = useFundiList();
  return (
    <SidebarLayout>
      <PageTitle title="Discover Skilled Fundis Near You" />
      <AdBanner />
      <Notice tone="warning" className="py-2">
        <p className="flex flex-wrap items-center gap-x-2">
          Are you a fundi? Your first {TRIAL_DAYS} days are free.
          <Link
            to={pathTo('registerFundi')}
            className="inline-flex min-h-11 items-center font-bold underline underline-offset-4"
          >
            Register as a fundi
          </Link>
        </p>
      </Notice>
      <FilterBar
        filters={list}
        search="Search by name, skill or place"
        selects={selects}
        options={list.options}
        total={list.total}
      />
      <ListResults
        list={list}
        status={status}
        nouns={['fundi', 'fundis']}
        loadingText={STATE.fundisLoading}
        emptyText={STATE.fundisEmpty}
        onRetry={retry}
        rowRem={FUNDI_CARD_REM}
        renderItem={renderFundi}
      />
    </SidebarLayout>
  );
}
