/** A drawn picture of an ad, where the tests have no photograph. */
export const drawnPicture = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="450"><rect width="800" height="450" fill="${colour}"/><path d="M0 450 400 60l400 390Z" fill="#f4a81d"/></svg>`;
