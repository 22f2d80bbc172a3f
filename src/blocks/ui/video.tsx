/** The kit's player, whose look is beside this file. */
export { Video } from "../../kit/video.tsx";
