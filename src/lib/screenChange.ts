/** The type of React's transitions that lead to another screen; those within a screen have none. */
export const SCREEN_CHANGE = 'screen';
