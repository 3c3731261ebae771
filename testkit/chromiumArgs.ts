/**
 * Chromium takes the last list of features that it is given, so this is Playwright's own (its
 * `chromiumSwitches.ts`) and, at the end, what every new window would load for its address bar: two
 * pages in a process of their own, which cost as much as all the rest of an empty window.
 */
const OFF = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

const argsWithout = (features: string[]) => [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  `--disable-features=${features.join()}`,
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * How the bench and the gallery start Chromium. As root it has no sandbox. The last three flags stop its
 * own network calls.
 */
export const chromiumArgs = argsWithout(OFF);

/**
 * For tests: also without the empty process for a next page, which most tests end without using, and without a
 * process of its own for what is painted, which costs a tenth of the time.
 */
export const testArgs = [
  ...argsWithout([...OFF, 'SpareRendererForSitePerProcess']),
  '--in-process-gpu',
];
