/** Texts of a screen that is loading, empty or not allowed, and its caution (spec §2, §4). */
export const fundisLoading = 'Loading fundis...';
export const fundisEmpty = 'No fundis found with current filter.';
export const fundiLoading = 'Loading fundi details...';
export const jobsLoading = 'Loading jobs...';
export const jobsEmpty = 'No jobs found';
export const jobsUnauthenticated = 'You must be registered to view available jobs.';
export const jobsUnsubscribed = 'Only subscribed fundis can access jobs. Please subscribe.';
export const adsEmpty = 'No ads available right now.';
export const adNoImage = 'No Image';
export const notLoggedIn = 'Not Logged In';
export const inactive = 'Inactive – Payment required';
export const paymentSuccessful = 'Payment Successful';
export const waitingForPayment = 'Waiting for Payment';
export const fundiSafety =
  'Please do not make any payments before the fundi has completed the agreed work';

/** In a toast, after a form was saved, and after something was deleted. */
export const saved = 'Saved.';
export const deleted = 'Deleted.';
