import { FEES, TRIAL_DAYS } from '../../contract/constants.ts';
import { AD_DAYS } from '../../contract/limits.ts';
import type { Role } from '../../contract/schemas.ts';
import type { IconName } from '../../components/Icon.tsx';
import { pathTo } from '../../paths.ts';

interface Fact {
  icon: IconName;
  title: string;
  text: string;
}

interface AccountTexts {
  /** The role as a word within a sentence. */
  noun: string;
  icon: IconName;
  to: { login: string; register: string; reset: string; dashboard: string };
  /** What somebody who has the account comes for, the most wanted first. */
  own: { label: string; icon: IconName; to: string }[];
  price: string;
  facts: Fact[];
}

/** Words, prices and addresses of the two kinds of account. */
export const accounts: Record<Role, AccountTexts> = {
  client: {
    noun: 'client',
    icon: 'user',
    to: {
      login: pathTo('loginClient'),
      register: pathTo('registerClient'),
      reset: pathTo('resetClient'),
      dashboard: pathTo('clientDashboard'),
    },
    own: [
      { label: 'Post a Job', icon: 'plus', to: pathTo('addJob') },
      { label: 'My ads', icon: 'megaphone', to: pathTo('myAds') },
      { label: 'Dashboard', icon: 'home', to: pathTo('clientDashboard') },
    ],
    price: `Joining is free. You pay Ksh ${FEES.post_job} per job you post.`,
    facts: [
      {
        icon: 'users',
        title: 'Joining is free',
        text: 'Look for fundis near you and call them as often as you like.',
      },
      {
        icon: 'briefcase',
        title: `Ksh ${FEES.post_job} per job`,
        text: 'Post what you need done. Fundis who want the work call you.',
      },
      {
        icon: 'megaphone',
        title: `Ksh ${FEES.post_ad} per ad`,
        text: `Show your shop or service to the whole town for ${AD_DAYS} days.`,
      },
    ],
  },
  fundi: {
    noun: 'fundi',
    icon: 'tools',
    to: {
      login: pathTo('loginFundi'),
      register: pathTo('registerFundi'),
      reset: pathTo('resetFundi'),
      dashboard: pathTo('fundiDashboard'),
    },
    own: [
      { label: 'Jobs', icon: 'briefcase', to: pathTo('jobList') },
      { label: 'Subscription', icon: 'calendar', to: pathTo('subscription') },
      { label: 'Dashboard', icon: 'home', to: pathTo('fundiDashboard') },
    ],
    price: `${TRIAL_DAYS}-day free trial, then Ksh ${FEES.subscription} a month.`,
    facts: [
      {
        icon: 'star',
        title: `${TRIAL_DAYS}-day free trial`,
        text: 'You are listed and see every job from the first minute.',
      },
      {
        icon: 'cash',
        title: `Then Ksh ${FEES.subscription} a month`,
        text: 'You pay by M-Pesa when you choose to. Nothing is taken without your PIN.',
      },
      {
        icon: 'phone',
        title: 'Clients call you directly',
        text: 'What you earn is yours. We take no share of it.',
      },
    ],
  },
};
