import { Link, useSearchParams } from 'react-router-dom';
import { ButtonLink } from '../../components/Button.tsx';
import { NotForFundis } from '../../components/NotForFundis.tsx';
import { Notice } from '../../components/Notice.tsx';
import { AdBanner } from '../../components/ads/AdBanner.tsx';
import { AgeNote } from '../../components/list/AgeNote.tsx';
import { FilterableList } from '../../components/list/FilterableList.tsx';
import { FUNDI_CARD_REM, FundiCard } from '../../components/list/FundiCard.tsx';
import { RestNote } from '../../components/list/RestNote.tsx';
import { TradeRow } from '../../components/list/TradeRow.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { listTitle } from '../../components/shell/titleLook.ts';
import * as STATE from '../../contract/messages/state.ts';
import type { Fundi } from '../../contract/schemas.ts';
import type { Marks } from '../../lib/list/marks.ts';
import { useSession } from '../../lib/session/session.ts';
import { useMediaQuery } from '../../lib/store.ts';
import { tradeIconOf } from '../../lib/trades.ts';
import { jobAbout, pathTo } from '../../paths.ts';
import { useFundiList } from './useFundiList.ts';

/** The way to a job of one's own about what was searched, for who found no fundi; a fundi posts none. */
function PostJob() {
  const { token, userType } = useSession();
  const [search] = useSearchParams();
  const [q, skill, location] = ['q', 'skill', 'location'].map((key) => search.get(key) ?? '');
  const job = jobAbout({ title: q || skill || '', location: location ?? '' });
  if (userType === 'fundi') return null;
  return token === null ? (
    <ButtonLink to={pathTo('registerClient')} state={{ from: job }}>
      Register and post a job
    </ButtonLink>
  ) : (
    <ButtonLink to={job}>Post a job</ButtonLink>
  );
}

/** The yellow notice that invites fundis to register (spec §2). */
function JoinNotice() {
  return (
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
  );
}

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
  const isWide = useMediaQuery('(min-width: 1024px)');
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
      rowRem={FUNDI_CARD_REM[isWide ? 'desktop' : 'phone']}
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
