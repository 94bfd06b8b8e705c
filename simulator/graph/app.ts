/** Credentials of the app the simulated Graph API knows. */
export const GRAPH_APP = {
  id: "1234567890",
  secret: "app-secret-of-the-simulator",
  verifyToken: "verify-me",
};
