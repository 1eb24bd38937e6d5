// The other protocols in C#, each to a pose with six different values. usage: protocols.exe NAME=PORT…

using System;
using System.Linq;
using Hexad;

static class Protocols
{
    const double Patience = 120;
    const double Rate = 25; // the platform's time is four times as slow

    static void Check(bool good, string what)
    {
        if (!good) throw new Exception("not so: " + what);
    }

    static void Until(Func<bool> done, Action step)
    {
        for (double end = StreamClient.Now + Patience; !done(); step())
            Check(StreamClient.Now < end, "in time");
    }

    static void Main(string[] args)
    {
        var ports = args.Select(word => word.Split('=')).ToDictionary(pair => pair[0], pair => int.Parse(pair[1]));

        // The Unity sample's axes: forward is forward, Unity's nose down and clockwise are the platform's negatives.
        VehicleMotion motion = HexadPlatform.Motion(1, 2, 3, 4, 5, 6);
        Check(motion.Sway == 1 && motion.Heave == 2 && motion.Surge == 3, "Unity's accelerations");
        Check(motion.PitchRate == -4 && motion.YawRate == -5 && motion.RollRate == -6, "Unity's rates");

        using (var platform = new Mdof("127.0.0.1", ports["mdof"]))
        {
            Check(platform.Run(MdofCommand.Initialise) == 0, "initialise");
            Check(platform.Run("9 999 0 0 0 0 0") == 161, "161");
            Check(platform.Move(3, -4, 15, 2, -1.5, 1) == 0, "move");
            double[] at = platform.Position();
            Check(Math.Abs(at[1] + 4) < 0.2 && Math.Abs(at[4] + 1.5) < 0.2, "position");
            Check(platform.Flag(MdofCommand.Zeroed) && platform.Error() == 0, "flags");
            Console.WriteLine("mdof there");
        }

        using (var platform = new Motus("127.0.0.1", ports["motus"], 0, Rate))
        {
            var goal = new Pose { Pitch = -2, Roll = 1.5, Yaw = -1, Sway = -6, Surge = 7, Heave = 12 };
            platform.Follow(goal);
            platform.WaitFor(MotusState.Following, Patience);
            Until(() => platform.Status.Pose.Distance(goal) < 0.2, platform.Tick);
            for (int i = 0; i < 100; ++i) platform.Tick();
            platform.SoftStop();
            platform.WaitFor(MotusState.Risen, Patience);
            Console.WriteLine("motus there");
        }

        using (var platform = new Lingjing("127.0.0.1", ports["lingjing"], 0, Rate))
        {
            platform.Pose(new LingjingPose { Roll = 2, Pitch = -1, Yaw = -1.5, X = 5, Y = 8, Z = 232.5 + 10 });
            Until(() => platform.Feedback != null && Math.Abs(platform.Feedback.Value.Z - 242.5) < 0.2 &&
                        Math.Abs(platform.Feedback.Value.Roll - 2) < 0.2 && Math.Abs(platform.Feedback.Value.Y - 8) < 0.2,
                  platform.Tick);
            for (int i = 0; i < 100; ++i) platform.Tick();
            platform.Move(new LingjingPose(), 5);
            Console.WriteLine("lingjing there");
        }
    }
}
