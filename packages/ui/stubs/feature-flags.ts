/** Replaces the feature services of Atlaskit (30 kB): every experiment is off, nothing is sent. */
export const fg = (_name: string): boolean => false;
export const getBooleanFF = (_name: string): boolean => false;
export const setBooleanFeatureFlagResolver = (): void => {};

export default {
  initializeCalled: () => true,
  initializeCompleted: () => true,
  checkGate: (): boolean => false,
  getExperimentValue: <Value>(_name: string, _key: string, fallback: Value): Value => fallback,
};
