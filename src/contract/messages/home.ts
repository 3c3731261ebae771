/** The texts of the home page's hero, in their order (spec §1). */
export const HERO_MESSAGES = [
  'Connecting Clients with Fundis.',
  'Post Jobs. Find Talent.',
  'Trusted Skilled Workers in Minutes.',
  'Add Ads and Reach Thousands of Customers.',
] as const;

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
