/** Stands in for `@atlaskit/platform-feature-flags`: every gated experiment of Atlaskit is off. */
export const fg = (_name: string): boolean => false;
export const getBooleanFF = (_name: string): boolean => false;
export const setBooleanFeatureFlagResolver = (): void => {};
