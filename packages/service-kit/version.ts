import about from './package.json' with { type: 'json' };

export const VERSION: string = about.version;

/** The output of --version. */
export const versionLine = (): string => `Tallyboard ${VERSION} (Node ${process.versions.node})\n`;
