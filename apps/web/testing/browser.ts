/** The last list that the browser is given replaces all others: Playwright's own, 1.65, is repeated here. */
const DISABLED_FEATURES = [
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
  'ThirdPartyStoragePartitioning',
  // The suggestions of the address bar are web pages that each new window loads: 0.5 s of processor time.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/** The browser that tests and benches run in: Debian's own unless TALLYBOARD_BROWSER names another one. */
export const BROWSER = {
  executablePath: process.env.TALLYBOARD_BROWSER ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Texts are as wide in a browser without windows as in one with them.
    '--font-render-hinting=none',
    `--disable-features=${DISABLED_FEATURES.join(',')}`,
  ],
};
