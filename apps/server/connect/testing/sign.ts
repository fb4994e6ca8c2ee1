/** Signs tokens like Jira Cloud and Atlassian. */
import { AsymmetricAlgorithm, encodeAsymmetric, encodeSymmetric } from 'atlassian-jwt';

export const signAsSite = (claims: object, secret: string): string =>
  encodeSymmetric(claims, secret);

export const signAsAtlassian = (claims: object, privateKey: string, kid: string): string =>
  encodeAsymmetric(claims, privateKey, AsymmetricAlgorithm.RS256, { kid });
