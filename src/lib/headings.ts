/** Headings that are painted before their screens are there (`src/boot`). */
export const headings = {
  jobList: 'Find a Job Near You',
  loginFundi: 'Fundi login',
  loginClient: 'Client login',
  registerFundi: 'Register as a fundi',
  registerClient: 'Register as a client',
} as const;
