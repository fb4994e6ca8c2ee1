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
  ],
};
