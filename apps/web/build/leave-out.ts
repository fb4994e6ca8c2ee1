import type { Plugin } from 'vite';

/** The host of Forge, whose bridge has a licence of its own. */
export const FORGE = /\/hosts\/forge\/forge-host\.ts$/;

/** Builds without some modules that are loaded on demand. */
export const leaveOut = (modules: RegExp, isOf: (base: string) => boolean = () => true): Plugin => {
  let isLeftOut = false;
  return {
    name: 'tallyboard-leave-out',
    configResolved({ base }) {
      isLeftOut = isOf(base);
    },
    load: id => (isLeftOut && modules.test(id) ? 'export default null;' : undefined),
  };
};
