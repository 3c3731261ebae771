/** Every text of spec §5 and §8, and the state texts of §2 to §4, each once and to the letter. */

/** Validation texts (spec §5). */
export const VALIDATION = {
  passwordTooShort: 'Password must be at least 8 characters.',
  passwordsDiffer: 'Passwords do not match.',
  phoneTenDigits: 'Phone number must be exactly 10 digits.',
  idNumberRequired: 'ID number is required.',
  payPhone: 'Enter a valid 10-digit phone number.',
  subscriptionPhone: '❌ Please enter your phone number.',
  subscriptionBlocked:
    '⚠️ You are either already subscribed, on trial, or a payment is in progress.',
  imageRequired: 'Please upload an image.',
} as const;

/** Texts of failures, in a toast or on the screen (spec §8). */
export const FAILURE = {
  registration: 'Registration failed',
  login: 'Login failed',
  reset: 'Reset failed',
  fundiDashboard: 'Could not load dashboard. Please try again.',
  availability: 'Failed to update availability',
  profileLoad: 'Failed to load profile.',
  profileUpdate: 'Update failed. Try again.',
  clientDashboard: 'Failed to load dashboard data.',
  jobStatusOnDashboard: 'Failed to update job status',
  jobStatusOnMyJobs: 'Could not update job status.',
  myJobs: 'Failed to load your jobs.',
  jobDelete: 'Failed to delete job.',
  jobFetch: 'Failed to fetch job details',
  jobUpdate: 'Failed to update job',
  jobCreate: 'Failed to create job.',
  myAds: 'Failed to load your ads.',
  adDelete: 'Failed to delete ad.',
  adCreate: 'Failed to create ad.',
  subscriptionInfo: '❌ Failed to fetch subscription info.',
  subscriptionPolling: '❌ Polling failed. Try again later.',
  subscriptionTimeout:
    '⌛ Payment timed out. Please try again or check the M-Pesa prompt on your phone.',
  subscriptionOther: 'Something went wrong. Try again.',
  paymentSession: 'Failed to get payment session.',
  paymentPrompt: 'Failed to initiate STK push.',
  paymentNotCompleted: 'Payment not completed. Try again.',
  paymentTimeout: 'Payment Failed or Timed Out',
  jobsOther: 'Something went wrong.',
  fundiNotFound: 'Fundi not found.',
  jobNotFound: 'Job not found or access denied.',
} as const;

/** Texts of a screen that is loading, empty or not allowed (spec §2, §4). */
export const STATE = {
  fundisLoading: 'Loading fundis...',
  fundisEmpty: 'No fundis found with current filter.',
  fundiLoading: 'Loading fundi details...',
  jobsLoading: 'Loading jobs...',
  jobsEmpty: 'No jobs found',
  jobsUnauthenticated: 'You must be registered to view available jobs.',
  jobsUnsubscribed: 'Only subscribed fundis can access jobs. Please subscribe.',
  adsEmpty: 'No ads available right now.',
  adNoImage: 'No Image',
  notLoggedIn: 'Not Logged In',
  inactive: 'Inactive – Payment required',
  paymentSuccessful: 'Payment Successful',
  waitingForPayment: 'Waiting for Payment',
} as const;

/** Texts in the place of a missing field (spec §2). */
export const FALLBACK = {
  cardLocation: 'Not provided',
  cardSkills: 'N/A',
  rateNote: 'Not specified',
  skills: 'Not specified',
  fundiLocation: 'No location provided',
  jobLocation: 'No location provided',
  jobPoster: 'Unnamed Client',
  available: 'Available now',
  unavailable: 'Not available',
} as const;

/** The texts of the home page's hero, in their order (spec §1). */
export const HERO_MESSAGES = [
  'Connecting Clients with Fundis.',
  'Post Jobs. Find Talent.',
  'Trusted Skilled Workers in Minutes.',
  'Add Ads and Reach Thousands of Customers.',
] as const;

/** The caution on a fundi's page (spec §2). */
export const FUNDI_SAFETY =
  'Please do not make any payments before the fundi has completed the agreed work';

/** The two tabs of How It Works, five steps each (spec §1). */
export const STEPS = {
  fundi: [
    { title: 'Register', text: 'Create your fundi account with your phone and ID number.' },
    { title: 'Start your free trial', text: 'Get a 7-day free trial to apply for jobs.' },
    { title: 'Subscribe', text: 'Pay a monthly subscription of Ksh 200 to stay listed.' },
    { title: 'Apply for jobs', text: 'See new jobs in your area and call the client yourself.' },
    { title: 'Get hired', text: 'Agree on the work, do it well and get paid.' },
  ],
  client: [
    { title: 'Register', text: 'Create your client account. It is free.' },
    { title: 'Post a job', text: 'Say what you need done and where.' },
    { title: 'Pay Ksh 100', text: 'Pay Ksh 100 by M-Pesa to have the job listed.' },
    { title: 'Pick your fundi', text: 'Review applicants and pick one you trust.' },
    { title: 'Post an ad', text: 'Optionally post an ad for Ksh 500 and reach the whole town.' },
  ],
} as const;
