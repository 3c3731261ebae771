import { expect, test } from 'vitest';
import { paths, pathTo } from '../../src/paths.ts';

test('the addresses are those of spec §2', () => {
  expect(paths).toMatchInlineSnapshot(`
    {
      "addAd": "/dashboard/client/ads/add",
      "addJob": "/dashboard/client/jobs/add",
      "clientDashboard": "/dashboard/client",
      "clientProfile": "/profile/update/client",
      "contact": "/contact",
      "editJob": "/dashboard/client/jobs/edit/:id",
      "fundiDashboard": "/dashboard/fundi",
      "fundiDetail": "/fundis/:id",
      "fundiList": "/fundis",
      "fundiProfile": "/profile/update/fundi",
      "home": "/",
      "jobDetail": "/jobs/:id",
      "jobList": "/jobs",
      "loginClient": "/login/client",
      "loginFundi": "/login/fundi",
      "loginFundiGuard": "/fundi/login",
      "myAds": "/dashboard/client/ads",
      "myJobs": "/dashboard/client/jobs",
      "payAd": "/dashboard/client/ads/pay/:adId",
      "payJob": "/pay/job/:jobId",
      "privacy": "/privacy",
      "registerClient": "/register/client",
      "registerFundi": "/register/fundi",
      "resetClient": "/reset-password/client",
      "resetFundi": "/reset-password/fundi",
      "subscription": "/fundi/subscription",
      "terms": "/terms",
    }
  `);
});

test('parameters are encoded', () => {
  expect(pathTo('home')).toBe('/');
  expect(pathTo('fundiDetail', { id: 7 })).toBe('/fundis/7');
  expect(pathTo('payJob', { jobId: 'a b/c?d' })).toBe('/pay/job/a%20b%2Fc%3Fd');
  expect(pathTo('payAd', { adId: 3 })).toBe('/dashboard/client/ads/pay/3');
});
