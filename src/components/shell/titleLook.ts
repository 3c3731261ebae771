/** Classes of a screen's heading. */
export const titleLook = 'text-2xl font-extrabold tracking-tight sm:text-3xl';
