/** Classes of a screen's heading. */
export const titleLook = 'text-2xl narrow:text-xl font-extrabold tracking-tight sm:text-3xl';
