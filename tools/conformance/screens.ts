/** Which screen makes a call, and what a person reads there when it fails (spec §8). */
import type { Finding, SpecCall } from './verdict.ts';
import * as FAILURE from '../../src/contract/messages/failure.ts';
import * as STATE from '../../src/contract/messages/state.ts';
import { paths } from '../../src/paths.ts';

export interface Use {
  screen: string;
  /** The text of a failure about which the API says nothing. */
  fallback: string;
}

const USES: Record<SpecCall, Use> = {
  listAds: { screen: paths.home, fallback: STATE.adsEmpty },
  listFundis: { screen: paths.fundiList, fallback: STATE.fundisEmpty },
  getFundi: { screen: paths.fundiDetail, fallback: FAILURE.fundiNotFound },
  listJobs: { screen: paths.jobList, fallback: FAILURE.jobsOther },
  registerFundi: { screen: paths.registerFundi, fallback: FAILURE.registration },
  loginFundi: { screen: paths.loginFundi, fallback: FAILURE.login },
  getMyFundi: { screen: paths.fundiDashboard, fallback: FAILURE.fundiDashboard },
  updateMyFundi: { screen: paths.fundiProfile, fallback: FAILURE.profileUpdate },
  registerClient: { screen: paths.registerClient, fallback: FAILURE.registration },
  loginClient: { screen: paths.loginClient, fallback: FAILURE.login },
  getMyClient: { screen: paths.clientDashboard, fallback: FAILURE.clientDashboard },
  updateMyClient: { screen: paths.clientProfile, fallback: FAILURE.profileUpdate },
  resetPassword: { screen: paths.resetFundi, fallback: FAILURE.reset },
  getJob: { screen: paths.jobDetail, fallback: FAILURE.jobNotFound },
  updateJob: { screen: paths.myJobs, fallback: FAILURE.jobStatusOnMyJobs },
  deleteJob: { screen: paths.myJobs, fallback: FAILURE.jobDelete },
  listMyJobs: { screen: paths.myJobs, fallback: FAILURE.myJobs },
  createJob: { screen: paths.addJob, fallback: FAILURE.jobCreate },
  listMyAds: { screen: paths.myAds, fallback: FAILURE.myAds },
  createAd: { screen: paths.addAd, fallback: FAILURE.adCreate },
  getAd: { screen: paths.payAd, fallback: FAILURE.paymentSession },
  deleteAd: { screen: paths.myAds, fallback: FAILURE.adDelete },
  requestPayment: { screen: paths.payJob, fallback: FAILURE.paymentPrompt },
  getJobPaymentStatus: { screen: paths.payJob, fallback: FAILURE.paymentTimeout },
};

/** Of `transport` that is what all calls have in common. */
export const screenOf = (call: Finding['call']): Use =>
  call === 'transport' ? { screen: 'every screen', fallback: FAILURE.jobsOther } : USES[call];
