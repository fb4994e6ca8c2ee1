/** Replaces `@atlaskit/platform-feature-flags`: every experiment of Atlaskit is off. */
export const fg = (_name: string): boolean => false;
export const getBooleanFF = (_name: string): boolean => false;
export const setBooleanFeatureFlagResolver = (): void => {};
