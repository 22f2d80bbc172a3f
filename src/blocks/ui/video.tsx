/** The kit's player, styled by the file beside this one. */
export { Video } from "../../kit/video.tsx";
