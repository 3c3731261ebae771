/** The words by which ad blockers know ads: some browsers bring a blocker along. */

/** After the general rules of EasyList, such as `/ads/`, `-ad.`, `/adform.`, `.adbanner.` and `-advert`. */
const WORD =
  /^(?:my)?(?:ads?|ad(?:banner|card|face|form|frame|image|preview|row|slides?|title)|advert\w*|banners?|sponsor\w*)$/;

/**
 * Whether a blocker may refuse a name or a part of an address, such as `/api/ads/mine/`. Digits part no
 * words for a blocker: `ad` in the hash `8ad11d6` is none.
 */
export const speaksOfAds = (name: string) =>
  [name.split(/[^A-Za-z\d]+/), name.split(/(?=[A-Z])|[^A-Za-z\d]+/)]
    .flat()
    .some((word) => WORD.test(word.toLowerCase()));
