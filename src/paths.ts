/** Every path of spec §2, once. Links and redirects go through `pathTo`. */
export const paths = {
  home: '/',
  fundiList: '/fundis',
  fundiDetail: '/fundis/:id',
  jobList: '/jobs',
  jobDetail: '/jobs/:id',
  terms: '/terms',
  privacy: '/privacy',
  contact: '/contact',
  registerFundi: '/register/fundi',
  loginFundi: '/login/fundi',
  loginFundiGuard: '/fundi/login',
  resetFundi: '/reset-password/fundi',
  fundiDashboard: '/dashboard/fundi',
  fundiProfile: '/profile/update/fundi',
  subscription: '/fundi/subscription',
  registerClient: '/register/client',
  loginClient: '/login/client',
  resetClient: '/reset-password/client',
  clientDashboard: '/dashboard/client',
  clientProfile: '/profile/update/client',
  myJobs: '/dashboard/client/jobs',
  addJob: '/dashboard/client/jobs/add',
  editJob: '/dashboard/client/jobs/edit/:id',
  payJob: '/pay/job/:jobId',
  myAds: '/dashboard/client/ads',
  addAd: '/dashboard/client/ads/add',
  payAd: '/dashboard/client/ads/pay/:adId',
} as const;

export type PathName = keyof typeof paths;

type ParamName<P extends string> = P extends `${string}:${infer Param}/${infer Rest}`
  ? Param | ParamName<Rest>
  : P extends `${string}:${infer Param}`
    ? Param
    : never;

type Params<N extends PathName> = Record<ParamName<(typeof paths)[N]>, string | number>;

/** The address of a screen with encoded parameters: `pathTo('fundiDetail', { id: 7 })`. */
export function pathTo<N extends PathName>(
  name: N,
  ...[params]: ParamName<(typeof paths)[N]> extends never ? [] : [Params<N>]
): string {
  const values: Record<string, string | number> = params ?? {};
  return paths[name].replace(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(String(values[key] ?? '')),
  );
}

/** The address of a new job that begins with these texts; what is empty is left out. */
export function jobAbout(texts: { title: string; location: string }): string {
  const given = Object.entries(texts).filter(([, text]) => text !== '');
  const query = new URLSearchParams(given).toString();
  return query === '' ? paths.addJob : `${paths.addJob}?${query}`;
}

/** The address of the directory with a text in its search box. */
export const searchFor = (text: string) =>
  `${paths.fundiList}?${new URLSearchParams({ q: text }).toString()}`;
