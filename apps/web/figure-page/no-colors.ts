/** In place of d3-color: nothing is a color. */
const none = () => null;

export { none as color, none as cubehelix, none as hcl, none as hsl, none as lab, none as rgb };
