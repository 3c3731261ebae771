/** A body for every call that the server would take, so that a hostile one differs in little. */
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { PASSWORD } from '../../testkit/serverHarness.ts';
import { FUNDI_PROFILE } from '../../testkit/profiles.ts';

const registration = { name: 'Amina', phone_number: '@phone:new@', id_number: '30111222' };
const job = { title: 'Mend a roof', description: 'Two rooms', location: 'Juja' };
const login = (who: string) => ({ phone_number: `@phone:${who}@`, password: PASSWORD });

/** The words between @ are filled in when the request is sent. Null: a call without a JSON body. */
export const GOOD_BODIES: Record<EndpointName, Record<string, unknown> | null> = {
  listAds: null,
  listFundis: null,
  getFundi: null,
  listJobs: null,
  registerFundi: { ...registration, password: PASSWORD, role: 'fundi' },
  loginFundi: login('fundi'),
  getMyFundi: null,
  updateMyFundi: { ...FUNDI_PROFILE, id_number: '@id:fundi@' },
  registerClient: { ...registration, password: PASSWORD, role: 'client' },
  loginClient: login('client'),
  getMyClient: null,
  updateMyClient: {
    name: 'Amina',
    id_number: '@id:client@',
    phone_number: '@phone:client@',
    client_profile: { role_note: 'Landlady' },
  },
  resetPassword: {
    phone_number: '@phone:client@',
    id_number: '@id:client@',
    new_password: PASSWORD,
  },
  getJob: null,
  updateJob: job,
  deleteJob: null,
  listMyJobs: null,
  createJob: job,
  listMyAds: null,
  createAd: null,
  getAd: null,
  deleteAd: null,
  requestPayment: { phone: '@phone:new@', purpose: 'post_job', job_id: '@job@' },
  getJobPaymentStatus: null,
  logout: null,
};

/** What M-Pesa calls back when the money has come. */
export const GOOD_CALLBACK = {
  Body: {
    stkCallback: {
      MerchantRequestID: 'm-1',
      CheckoutRequestID: 'ws_CO_1',
      ResultCode: 0,
      ResultDesc: 'Done',
      CallbackMetadata: {
        Item: [
          { Name: 'Amount', Value: 100 },
          { Name: 'MpesaReceiptNumber', Value: 'NLJ7RT61SV' },
          { Name: 'PhoneNumber', Value: 254711222333 },
        ],
      },
    },
  },
};
