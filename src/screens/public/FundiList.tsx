import { AdBanner } from '../../components/ads/AdBanner.tsx';
import { AgeNote } from '../../components/list/AgeNote.tsx';
import { FilterableList } from '../../components/list/FilterableList.tsx';
import { FUNDI_CARD_REM, FundiCard } from '../../components/list/FundiCard.tsx';
import { NotForFundis } from '../../components/NotForFundis.tsx';
import { JoinNotice } from '../../components/list/JoinNotice.tsx';
import { RestNote } from '../../components/list/RestNote.tsx';
import { TradeRow } from '../../components/list/TradeRow.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { listTitle } from '../../components/shell/titleLook.ts';
import * as STATE from '../../contract/messages/state.ts';
import type { Fundi } from '../../contract/schemas.ts';
import type { Marks } from '../../lib/list/marks.ts';
import { tradeIconOf } from '../../lib/trades.ts';
import { PostJob } from './PostJob.tsx';
import { useFundiList } from './useFundiList.ts';

const selects = [
  { key: 'location', label: 'Filter by Location', all: 'All' },
  { key: 'skill', label: 'Filter by Skill', all: 'All' },
] as const;

const renderFundi = (fundi: Fundi, marks?: Marks) => (
  <FundiCard fundi={fundi} trade={tradeIconOf(fundi.skills)} marks={marks} />
);
const noFundi = (wanted: string) => `No ${wanted}`;

const renderAds = (isTall: boolean) => <AdBanner isTall={isTall} />;
const notice = (
  <NotForFundis>
    <JoinNotice />
  </NotForFundis>
);

/** The filters and the cards: all that a filter, a key or a new list changes. */
function Directory() {
  const { status, list, trades, age, rest, retry } = useFundiList();
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
      trades={<TradeRow trades={trades} search={list.criteria.q} />}
      note={
        <>
          <AgeNote age={age} what="list" />
          <RestNote rest={rest} />
        </>
      }
      renderAds={renderAds}
      notice={notice}
      isOfPeople
      rowRem={FUNDI_CARD_REM}
      renderItem={renderFundi}
    />
  );
}

/** The fundi directory (spec §2). */
export function FundiList() {
  return (
    <SidebarLayout>
      <div className="space-y-2 sm:space-y-4">
        <PageTitle title="Discover Skilled Fundis Near You" className={listTitle} />
        <Directory />
      </div>
    </SidebarLayout>
  );
}
