/** Validation texts (spec §5), each to the letter. */
export const passwordTooShort = 'Password must be at least 8 characters.';
export const passwordsDiffer = 'Passwords do not match.';
export const phoneTenDigits = 'Phone number must be exactly 10 digits.';
export const idNumberRequired = 'ID number is required.';
export const payPhone = 'Enter a valid 10-digit phone number.';
export const subscriptionPhone = '❌ Please enter your phone number.';
export const subscriptionBlocked =
  '⚠️ You are either already subscribed, on trial, or a payment is in progress.';
export const imageRequired = 'Please upload an image.';
