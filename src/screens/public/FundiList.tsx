import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { AdBanner } from '../../components/ads/AdBanner.tsx';
import { ButtonLink } from '../../components/Button.tsx';
import { FilterableList, type ListStatus } from '../../components/list/FilterableList.tsx';
import { FUNDI_CARD_REM, FundiCard } from '../../components/list/FundiCard.tsx';
import {
  AgeNote,
  restOf,
  RestNote,
  useAge,
  type Age,
  type Rest,
} from '../../components/list/ListNotes.tsx';
import { TradeRow } from '../../components/list/TradeRow.tsx';
import { listTitle } from '../../components/looks.ts';
import { Notice } from '../../components/Notice.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { NotForFundis } from '../../components/Site.tsx';
import * as STATE from '../../contract/messages/state.ts';
import { splitSkills } from '../../contract/rules.ts';
import type { Fundi } from '../../contract/schemas.ts';
import { fundisQuery, givenFundis } from '../../lib/api/queries.ts';
import type { ListShape } from '../../lib/list/filters.ts';
import { goodness, newness } from '../../lib/list/fundis.ts';
import type { Marks } from '../../lib/list/marks.ts';
import { useFilteredList, type FilteredList } from '../../lib/list/useFilteredList.ts';
import { useSession } from '../../lib/session/session.ts';
import { givenTown, namedTrades, townOf, tradeIconOf, type TradeCount } from '../../lib/trades.ts';
import { useMediaQuery } from '../../lib/store.ts';
import { jobAbout, pathTo } from '../../paths.ts';
import { fundisOfTrade } from './fundisOfTrade.ts';

type FilterKey = 'location' | 'skill';

const noFundis: Fundi[] = [];

const shape: ListShape<Fundi, FilterKey> = {
  keys: ['location', 'skill'],
  placeKey: 'location',
  filters: {
    location: { text: (fundi) => fundi.location },
    skill: { text: (fundi) => fundi.skills, option: (skills) => splitSkills(skills)[0] },
  },
  searched: [
    { text: (fundi) => fundi.skills, as: 'trade' },
    { text: (fundi) => fundi.name, as: 'name' },
    { text: (fundi) => fundi.location, as: 'place' },
  ],
  ofTrade: fundisOfTrade,
  name: (fundi) => fundi.name,
  orders: { newest: newness, best: goodness },
};

interface FundiListState {
  /** `failed` is logged, and shown as an empty list (spec §8). */
  status: ListStatus;
  list: FilteredList<Fundi, FilterKey>;
  trades: TradeCount[] | null;
  /** Set when the screen must say how old the list is: it did not come from the network now. */
  age: Age | null;
  rest: Rest | null;
  retry: () => void;
}

/** The available fundis, filtered as the address says (spec §2, §5). */
function useFundiList(): FundiListState {
  const query = useQuery({ ...fundisQuery(), placeholderData: givenFundis });
  const { isPending, refetch } = query;
  const data = query.data?.items;
  const rest = restOf(query);
  const age = useAge(query);
  const list = useFilteredList(data ?? noFundis, shape);
  const loaded = query.data?.isWhole || rest ? 'loaded' : 'begun';
  const status = data ? loaded : isPending ? 'loading' : 'failed';
  const counted = useDeferredValue(status === 'loaded' ? data : undefined, undefined);
  const trades = useMemo(() => {
    const town = counted ? townOf(counted) : givenTown();
    return town && namedTrades(town.trades);
  }, [counted]);
  return { status, list, trades, age, rest, retry: () => void refetch() };
}

/** The way to a job of one's own about what was searched, for who found no fundi; a fundi posts none. */
function PostJob() {
  const { token, userType } = useSession();
  const [search] = useSearchParams();
  const [q, skill, location] = ['q', 'skill', 'location'].map((key) => search.get(key) ?? '');
  const job = jobAbout({ title: q || skill || '', location: location ?? '' });
  if (userType === 'fundi') return null;
  return token === null ? (
    <ButtonLink look="accent" to={pathTo('registerClient')} state={{ from: job }}>
      Register and post a job
    </ButtonLink>
  ) : (
    <ButtonLink look="accent" to={job}>
      Post a Job
    </ButtonLink>
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
  { key: 'location', label: 'Filter by Location' },
  { key: 'skill', label: 'Filter by Skill' },
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
  const isWide = useMediaQuery('(min-width: 64rem)');
  const { status, list, trades, age, rest, retry } = useFundiList();
  return (
    <FilterableList
      list={list}
      search="Name, skill or place"
      selects={selects}
      status={status}
      nouns={['fundi', 'fundis']}
      loadingText={STATE.fundisLoading}
      emptyText={STATE.fundisEmpty}
      none={noFundi}
      emptyWay={<PostJob />}
      onRetry={retry}
      trades={<TradeRow trades={trades} search={list.understood?.trade ?? list.criteria.q} />}
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
