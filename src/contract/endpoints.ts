/**
 * The calls of spec §7, one row each, and behind them those that an API may offer. Paths are below the API
 * base, with `{id}` as in the spec.
 *
 * `auth` says who may call: `none` sends no token; `fundi`, `client` and `any` send it. `optional` marks a
 * call that is not in the specification: an API may offer it, and the app never needs it.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  auth: 'none' | 'fundi' | 'client' | 'any';
  multipart?: true;
  optional?: true;
}

export const endpoints = {
  listAds: { method: 'GET', path: '/ads/', auth: 'none' },
  listFundis: { method: 'GET', path: '/accounts/fundis/', auth: 'none' },
  getFundi: { method: 'GET', path: '/accounts/fundis/{id}/', auth: 'none' },
  listJobs: { method: 'GET', path: '/jobs/', auth: 'any' },
  registerFundi: { method: 'POST', path: '/accounts/register/', auth: 'none' },
  loginFundi: { method: 'POST', path: '/accounts/login/', auth: 'none' },
  getMyFundi: { method: 'GET', path: '/accounts/fundis/me/', auth: 'fundi' },
  updateMyFundi: { method: 'PUT', path: '/accounts/fundis/me/', auth: 'fundi' },
  registerClient: { method: 'POST', path: '/accounts/clients/register/', auth: 'none' },
  loginClient: { method: 'POST', path: '/accounts/clients/login/', auth: 'none' },
  getMyClient: { method: 'GET', path: '/accounts/clients/me/', auth: 'client' },
  updateMyClient: { method: 'PUT', path: '/accounts/clients/me/', auth: 'client' },
  resetPassword: { method: 'POST', path: '/accounts/reset-password/', auth: 'none' },
  getJob: { method: 'GET', path: '/jobs/{id}/', auth: 'any' },
  updateJob: { method: 'PATCH', path: '/jobs/{id}/', auth: 'client' },
  deleteJob: { method: 'DELETE', path: '/jobs/{id}/', auth: 'client' },
  listMyJobs: { method: 'GET', path: '/jobs/mine/', auth: 'client' },
  createJob: { method: 'POST', path: '/jobs/', auth: 'client' },
  listMyAds: { method: 'GET', path: '/ads/mine/', auth: 'client' },
  createAd: { method: 'POST', path: '/ads/', auth: 'client', multipart: true },
  getAd: { method: 'GET', path: '/ads/{id}/', auth: 'client' },
  deleteAd: { method: 'DELETE', path: '/ads/{id}/', auth: 'client' },
  requestPayment: { method: 'POST', path: '/mpesa/stkpush/', auth: 'any' },
  getJobPaymentStatus: { method: 'GET', path: '/payments/job-status/', auth: 'client' },
  // An API that offers it says so in the answer of the login: `logout: true`.
  logout: { method: 'POST', path: '/accounts/logout/', auth: 'any', optional: true },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;

export const endpointRows = Object.entries(endpoints) as [EndpointName, Endpoint][];
