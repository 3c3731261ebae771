/** Classes of a screen's heading. */
export const titleLook = 'text-2xl narrow:text-xl font-extrabold tracking-tight sm:text-3xl';
/** Added for a list: on a phone its heading leaves more room to the cards. */
export const listTitle = 'text-lg! sm:text-3xl!';
