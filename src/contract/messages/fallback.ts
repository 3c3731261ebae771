/** Texts in the place of a missing field (spec §2). */
export const cardLocation = 'Not provided';
export const cardSkills = 'N/A';
export const rateNote = 'Not specified';
export const skills = 'Not specified';
export const fundiLocation = 'No location provided';
export const jobLocation = 'No location provided';
export const jobPoster = 'Unnamed Client';
export const available = 'Available now';
export const unavailable = 'Not available';
