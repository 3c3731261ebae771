/** The description of the product: of a page that has none of its own, and of the installed app. */
export const DESCRIPTION =
  'Find a trusted fundi near you, call or WhatsApp directly, post a job and pay by M-Pesa.';
