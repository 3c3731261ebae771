import { Link } from 'react-router-dom';
import { AgeNote } from '../../components/list/AgeNote.tsx';
import { AdBanner } from '../../components/ads/AdBanner.tsx';
import { FilterableList } from '../../components/list/FilterableList.tsx';
import { FUNDI_CARD_REM, FundiCard } from '../../components/list/FundiCard.tsx';
import { Notice } from '../../components/Notice.tsx';
import { NotForFundis } from '../../components/NotForFundis.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { STATE } from '../../contract/messages.ts';
import type { Fundi } from '../../contract/schemas.ts';
import type { Marks } from '../../lib/list/marks.ts';
import { pathTo } from '../../paths.ts';
import { PostJob } from './PostJob.tsx';
import { useFundiList } from './useFundiList.ts';

const selects = [
  { key: 'location', label: 'Filter by Location', all: 'All locations' },
  { key: 'skill', label: 'Filter by Skill', all: 'All skills' },
] as const;

const renderFundi = (fundi: Fundi, marks?: Marks) => <FundiCard fundi={fundi} marks={marks} />;
const noFundi = (wanted: string) => `No ${wanted}`;

/** The filters and the cards: all that a filter, a key or a new list changes. */
function Directory() {
  const { status, list, age, retry } = useFundiList();
  return (
    <FilterableList
      list={list}
      search="Search by name, skill or place"
      selects={selects}
      status={status}
      nouns={['fundi', 'fundis']}
      loadingText={STATE.fundisLoading}
      emptyText={STATE.fundisEmpty}
      none={noFundi}
      emptyWay={<PostJob />}
      onRetry={retry}
      note={<AgeNote age={age} what="list" />}
      rowRem={FUNDI_CARD_REM}
      renderItem={renderFundi}
    />
  );
}

/** The fundi directory (spec §2). */
export function FundiList() {
  return (
    <SidebarLayout>
      <PageTitle title="Discover Skilled Fundis Near You" />
      <AdBanner />
      <NotForFundis>
        <Notice tone="warning" icon="tools" className="py-1.5">
          <p>
            Are you a fundi?{' '}
            <Link
              to={pathTo('registerFundi')}
              className="-my-2.5 inline-block py-2.5 font-bold underline underline-offset-4"
            >
              Register free
            </Link>
          </p>
        </Notice>
      </NotForFundis>
      <Directory />
    </SidebarLayout>
  );
}
