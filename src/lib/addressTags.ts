const OF_ONE_ADDRESS =
  'link[rel=canonical],meta[name=robots],meta[property^="og:"],script[type="application/ld+json"]';

/**
 * Removes what our server wrote into the head about the address that was opened. Browsers share the
 * address that it names, which is wrong as soon as the app shows another one.
 */
export function dropAddressTags(): void {
  for (const tag of document.head.querySelectorAll(OF_ONE_ADDRESS)) tag.remove();
}
